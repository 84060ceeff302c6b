export interface ReachedSuite {
  path: string;
  project: string;
  distance: number;
}
export interface Selection {
  run: ReachedSuite[];
  left: Record<'browser' | 'containers' | 'beyond' | 'late', ReachedSuite[]>;
  settings: string[];
}
export declare function selectionOf(
  changed: readonly string[],
  files: ReadonlyMap<string, string | null>,
  durations?: ReadonlyMap<string, number>,
): Selection;
