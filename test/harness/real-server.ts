import { GenericContainer, getContainerRuntimeClient, ImageName } from 'testcontainers';

export interface OpenServer {
  url: string;
  close(): Promise<void>;
}

/** A third-party server. Nothing runs before it is opened. */
export interface RealServer {
  name: string;
  open(): Promise<OpenServer>;
}

/** One way of getting a server. Returns the server, or half a sentence why there is none. */
export type Way = () => Promise<RealServer | string>;

/** The first available server, and one sentence that names it or explains why there is none. */
export async function findServer(
  engine: string,
  ways: readonly Way[],
): Promise<{ server: RealServer | null; sentence: string }> {
  const reasons: string[] = [];
  for (const way of ways) {
    const found = await way();
    if (typeof found !== 'string') return { server: found, sentence: `${engine}: ${found.name}.` };
    reasons.push(found);
  }
  return {
    server: null,
    sentence: `${engine}: only the embedded engine, as ${new Intl.ListFormat('en').format(reasons)}.`,
  };
}

/** A server that is already running. */
export const named =
  (variable: string, env = process.env): Way =>
  async () => {
    const url = env[variable];
    if (!url) return `${variable} is not set`;
    return { name: `the server that ${variable} names`, open: async () => ({ url, close: async () => {} }) };
  };

/** A container of this image, when a Docker engine answers and has or can pull the image. */
export const inDocker =
  (image: string, start: (container: GenericContainer) => Promise<OpenServer>): Way =>
  async () => {
    const docker = await getContainerRuntimeClient().catch(() => null);
    if (docker === null) return 'no Docker engine answers';
    const name = ImageName.fromString(image);
    try {
      if (!(await docker.image.exists(name))) await docker.image.pull(name);
    } catch {
      return `Docker cannot get ${image}`;
    }
    return { name: `${image} in Docker`, open: () => start(new GenericContainer(image)) };
  };
