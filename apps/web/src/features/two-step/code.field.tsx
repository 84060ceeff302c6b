import { TextField, type TextFieldProps } from '../../ui/text-field';

/** A field for the six digits from an authenticator app. */
export const CodeField = (field: Omit<TextFieldProps, 'label'>) => (
  <div className="max-w-56">
    <TextField
      label="Verification code"
      inputMode="numeric"
      autoComplete="one-time-code"
      className="text-lg font-semibold tracking-[0.3em]"
      {...field}
    />
  </div>
);
