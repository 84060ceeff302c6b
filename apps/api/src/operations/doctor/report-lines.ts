import type { DoctorArea, DoctorReport, DoctorState } from '@superscope/contracts/doctor';

const marks: Readonly<Record<DoctorState, string>> = {
  well: 'ok        ',
  unknown: 'unknown   ',
  attention: 'ATTENTION ',
  broken: 'BROKEN    ',
};

const sentences: Readonly<Record<DoctorReport['state'], string>> = {
  well: 'All is well.',
  attention: 'Something needs attention.',
  broken: 'Something is broken.',
};

/** A report as lines for a terminal, by area. */
export function reportLines(
  { checks, state, version }: DoctorReport,
  areas: readonly DoctorArea[],
  names: Readonly<Record<DoctorArea, string>>,
): string[] {
  const lines = areas.flatMap((area) => {
    const own = checks.filter((check) => check.area === area);
    if (own.length === 0) return [];
    return [
      names[area],
      ...own.flatMap(({ state, of, said, advice }) => [
        `  ${marks[state]}${of}: ${said}`,
        ...(advice === null ? [] : [`            ${advice}`]),
      ]),
      '',
    ];
  });
  return [...lines, `${sentences[state]} (Superscope ${version})`];
}
