import { useInfo } from '../../portal/api/info.api';
import { Card, CardHead } from '../../ui/card';
import { dateTime } from '../../ui/format';

export function BuildCard() {
  const { data: info } = useInfo();
  const { commit } = info?.git ?? { commit: { id: null, time: null } };
  const lines: [name: string, value: string, whole?: string][] = [
    ['Version', info?.build.version ?? '–'],
    commit.id === null ? ['Commit', '–'] : ['Commit', commit.id.slice(0, 12), commit.id],
    ['Committed', commit.time ? dateTime(commit.time) : '–'],
    ...(info?.build.time ? [['Built', dateTime(info.build.time)] satisfies [string, string]] : []),
  ];
  return (
    <Card aria-label="Build">
      <CardHead title="Build" note="What runs here" />
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-base">
        {lines.map(([name, value, whole]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd title={whole} className="tnum wrap-anywhere text-right">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
