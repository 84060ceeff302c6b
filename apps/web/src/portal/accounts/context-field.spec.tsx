import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ContextField } from './context-field';

it('finds an employer by part of its name, however that is typed', async () => {
  const options = [
    { id: 'T.C1', name: 'Sons\u2019 Freight', kind: 'company' },
    { id: 'T.C2', name: 'Caf\u00e9 Nord', kind: 'company' },
  ] as const;
  const onChoose = vi.fn();
  render(<ContextField label="Employer" options={options} failed={false} value={null} onChange={onChoose} />);
  const user = userEvent.setup({ delay: null });
  for (const [typed, name] of [
    ["sons'", 'Sons\u2019 Freight'],
    ['cafe\u0301', 'Caf\u00e9 Nord'],
    ['t.c2', 'Caf\u00e9 Nord'],
  ] as const) {
    await user.clear(screen.getByRole('combobox'));
    await user.type(screen.getByRole('combobox'), typed);
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([`${name}Employer`]);
  }
});
