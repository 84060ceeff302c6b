import type { DevOpsTree, TreeName } from '@superscope/contracts/dev-ops';
import { BellRing, Boxes, ChevronRight, Layers, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../portal/api/base.api';
import { QueryStates } from '../../portal/records/query-states';
import { cx } from '../../ui/class-names';
import { Tree } from '../../ui/tree';
import { useDevOpsTreeQuery } from './dev-ops.api';
import { linesOf, openingByThemselves, sifted, type NodeLine, type Sieve } from './node-lines';
import { LOOKS, rightText } from './states';

const ICONS: Record<TreeName, LucideIcon> = { monitors: BellRing, batches: Layers, containers: Boxes };
export const TITLES: Record<TreeName, string> = {
  monitors: 'Monitor Alerts',
  batches: 'Batch Jobs',
  containers: 'Containers',
};

interface Props {
  name: TreeName;
  sieve: Sieve;
  /** In milliseconds. */
  now: number;
  /** Why it may be outdated; null if it is not. */
  outdated: string | null;
}

/** A tree under a heading that folds it. */
export function TreeCard({ name, sieve, now, outdated }: Props) {
  const query = useDevOpsTreeQuery(name, { refetchOnMountOrArgChange: true });
  const [isFolded, setFolded] = useState(false);
  const title = TITLES[name];
  const Icon = ICONS[name];
  const message = messageOf(query.error);
  return (
    <section aria-labelledby={`${name}-title`} className="card min-w-0 overflow-hidden">
      <div className="flex min-h-[52px] flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        <h2 id={`${name}-title`} className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={!isFolded}
            onClick={() => setFolded(!isFolded)}
            className="flex items-center gap-2 text-md font-semibold pointer-coarse:min-h-11"
          >
            <ChevronRight size={17} aria-hidden className={cx('settle text-ink-3', !isFolded && 'rotate-90')} />
            <Icon size={18} aria-hidden className="text-ink-2" />
            {title}
          </button>
        </h2>
        {query.data?.summary.map(({ state, text }) => (
          <span
            key={state}
            className={cx(
              'inline-flex h-6 items-center rounded-full px-2.5 text-sm font-semibold',
              state === 'none' ? 'bg-sunken text-ink-2' : LOOKS[state].soft,
            )}
          >
            {text}
          </span>
        ))}
      </div>
      {!isFolded && (
        <>
          {outdated !== null && <p className="border-t px-4 py-2 text-sm font-medium text-attention">{outdated}</p>}
          <QueryStates
            query={query}
            what={title}
            {...(message !== undefined && { note: message })}
            className="border-t p-5"
          >
            {(tree) => <Nodes name={name} tree={tree} sieve={sieve} now={now} />}
          </QueryStates>
        </>
      )}
    </section>
  );
}

const INDENT = ['', 'pl-3', 'pl-8', 'pl-13', 'pl-18'];

interface NodesProps extends Pick<Props, 'name' | 'sieve' | 'now'> {
  tree: DevOpsTree;
}

function Nodes({ name, tree, sieve, now }: NodesProps) {
  /** What a person opened or closed. It stays so, whatever the server tells. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  /** What opened by itself. It stays open once all is well, so that no line moves away from under its reader. */
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState<string | null>(null);
  const opening = openingByThemselves(tree.children).filter((id) => !opened.has(id));
  if (opening.length > 0) setOpened(new Set([...opened, ...opening]));
  const nodes = sifted(tree.children, sieve);
  // What is looked for is seen wherever it is.
  const isOpen = (id: string) => chosen.get(id) ?? (sieve.words !== '' || opened.has(id));
  const lines = linesOf(nodes, isOpen);
  const set = (ids: readonly string[], open: boolean) =>
    setChosen(new Map([...chosen, ...ids.map((id) => [id, open] as const)]));
  const toggle = (line: NodeLine) => line.isOpen !== null && set([line.key], !line.isOpen);
  return (
    <>
      {tree.description !== '' && (
        <p className="border-t px-4 py-2 text-sm text-ink-3">
          {tree.description}{' '}
          {name === 'monitors' && (
            <Link to="/operations/alerts" className="link rounded-sm hover:underline">
              Open Alerts
            </Link>
          )}
        </p>
      )}
      {lines.length === 0 ? (
        <p className="border-t px-4 py-3 text-base text-ink-2">
          {sieve.words === '' ? 'All is well here.' : 'Nothing here says so.'}
        </p>
      ) : (
        <Tree
          label={TITLES[name]}
          lines={lines}
          at={at}
          onReach={(line) => setAt(line.key)}
          onPress={(line) => {
            setAt(line.key);
            toggle(line);
          }}
          onToggle={toggle}
          onOpenLevel={({ level }) =>
            set(
              lines.flatMap((line) => (line.level === level && line.isOpen === false ? [line.key] : [])),
              true,
            )
          }
          lineClass={({ level, node, isOpen: holds }) =>
            cx(
              'border-t py-1',
              INDENT[level] ?? 'pl-18',
              holds === null && 'cursor-default',
              node.state === 'failed' ? 'bg-danger-soft' : 'hover:bg-hover',
            )
          }
        >
          {(line) => <NodeText line={line} now={now} />}
        </Tree>
      )}
    </>
  );
}

function NodeText({ line: { node, level }, now }: { line: NodeLine; now: number }) {
  const look = node.state === 'none' ? null : LOOKS[node.state];
  return (
    <>
      {look !== null && <look.Icon size={16} role="img" aria-label={look.word} className={cx('shrink-0', look.text)} />}
      {/* What stands at the right comes below where a line is too narrow for both. */}
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        <span className="min-w-0 flex-1 basis-52 wrap-break-word">
          <span className={cx('mr-2', level === 1 && 'font-semibold')}>{node.label}</span>
          <span className="text-sm text-ink-2">{node.description}</span>
        </span>
        <span className="text-sm whitespace-nowrap tabular-nums text-ink-2">{rightText(node, now)}</span>
      </span>
    </>
  );
}
