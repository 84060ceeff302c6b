import { TextField } from '../../ui/text-field';

interface Props {
  value: string;
  onChange: (code: string) => void;
  error?: string | undefined;
}
/** A field for the six digits from an authenticator app. */
export const CodeField = ({ value, onChange, error }: Props) => (
  <div className="max-w-56">
    <TextField
      label="Verification code"
      inputMode="numeric"
      autoComplete="one-time-code"
      className="text-lg font-semibold tracking-[0.3em]"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={error}
    />
  </div>
);
