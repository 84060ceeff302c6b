import { ShieldAlert } from 'lucide-react';
import { Segmented } from '../../ui/segmented';

const VIEWS = [
  { value: 'employer', label: 'Employer’s view' },
  { value: 'exact', label: 'Exact', warns: true },
] as const;

/** For users who may see exact figures: switches between published and exact ones. */
export const AudienceSwitch = ({ exact, onChange }: { exact: boolean; onChange: (exact: boolean) => void }) => (
  <Segmented
    label="Figures"
    options={VIEWS}
    value={exact ? 'exact' : 'employer'}
    onChange={(value) => onChange(value === 'exact')}
    tall
  />
);

/** Under the header while figures are exact. */
export const ExactBanner = () => (
  <p
    role="status"
    className="mt-3 flex items-center gap-1.5 border-t border-attention pt-2 text-sm font-semibold text-attention"
  >
    <ShieldAlert size={15} className="shrink-0" aria-hidden />
    Exact figures, staff only
  </p>
);
