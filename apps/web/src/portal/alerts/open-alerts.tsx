import { useFiringAlerts } from './alerts.api';

const openText = (open: number): string =>
  open === 1 ? '1 fires that nobody has in hand' : `${open} fire that nobody has in hand`;

const useOpen = () => useFiringAlerts().data?.open ?? 0;

/** At the menu's entry: a red dot while an alert fires that nobody has in hand, with how many do. */
export function OpenAlertsMark() {
  const open = useOpen();
  if (open === 0) return null;
  return (
    <span className="ml-auto flex items-center gap-1.5 text-sm font-semibold tabular-nums text-danger">
      <span aria-hidden className="size-2 rounded-full bg-danger" />
      <span aria-hidden>{open}</span>
      <span className="sr-only">: {openText(open)}</span>
    </span>
  );
}

/** The same dot at the closed menu, whose button it describes. */
export function OpenAlertsDot({ id }: { id: string }) {
  const open = useOpen();
  if (open === 0) return null;
  return (
    <span className="size-2 rounded-full bg-danger">
      <span id={id} hidden>
        Alerts: {openText(open)}
      </span>
    </span>
  );
}
