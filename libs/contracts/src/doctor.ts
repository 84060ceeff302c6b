import { z } from 'zod';

/** From best to worst. `unknown`: it could not be seen from here, which by itself is no reason to act. */
export const doctorStates = ['well', 'unknown', 'attention', 'broken'] as const;
export type DoctorState = (typeof doctorStates)[number];

export const doctorAreas = [
  'engines',
  'alerts',
  'schema',
  'upgrade',
  'disk',
  'backup',
  'history',
  'clocks',
  'certificates',
] as const;
export type DoctorArea = (typeof doctorAreas)[number];

const doctorCheck = z.object({
  area: z.enum(doctorAreas),
  /** What was looked at: 'MongoDB', 'Newest backup'. */
  of: z.string(),
  state: z.enum(doctorStates),
  /** What was found, in one sentence. */
  said: z.string(),
  /** What to do about it; null if nothing. */
  advice: z.string().nullable(),
});
export type DoctorCheck = z.infer<typeof doctorCheck>;

/** Answer to GET /api/doctor, and output of `npm run doctor -- --json`. It holds nothing of plans or members, and no address. */
export const doctorReport = z.object({
  at: z.string(),
  /** The version that looked, which may be newer than what runs. */
  version: z.string(),
  /** The worst state of a check; `well` if nothing is worse than unknown. */
  state: z.enum(['well', 'attention', 'broken']),
  checks: z.array(doctorCheck),
});
export type DoctorReport = z.infer<typeof doctorReport>;

export const doctorAreaNames: Readonly<Record<DoctorArea, string>> = {
  engines: 'Engines',
  alerts: 'Alerts',
  schema: 'Schema',
  upgrade: 'Upgrade',
  disk: 'Free disk',
  backup: 'Backup',
  history: 'Signed history',
  clocks: 'Clocks',
  certificates: 'Certificates',
};

/** The state of a whole report. */
export const worstOf = (checks: readonly Pick<DoctorCheck, 'state'>[]): DoctorReport['state'] =>
  (['broken', 'attention'] as const).find((state) => checks.some((check) => check.state === state)) ?? 'well';
