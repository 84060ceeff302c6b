import { render as renderBare, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { expect, describe, it, vi } from 'vitest';
import { z } from 'zod';
import { createStore } from '../../app/store';
import { DateField } from '../../ui/date-field';
import { TextField } from '../../ui/text-field';
import { FormDialog } from './form-dialog';
import { RequestForm } from './request-form';
import { useRequestForm } from './use-request-form';

const request = z.strictObject({
  name: z.string().trim().min(1, 'A name is required'),
  days: z.number('Enter a number of days').max(30, 'At most 30 days'),
  planId: z.string().min(1, 'A plan is required'),
});

const render = (form: ReactNode) => renderBare(<Provider store={createStore()}>{form}</Provider>);

const refused = (errors: { field: string | null; message: string }[]) =>
  ({ status: 400, data: { message: 'No', errors } }) as const;

function Form({ send, planId = 'T.K1' }: { send: (body: object) => Promise<unknown>; planId?: string }) {
  const form = useRequestForm({
    of: planId,
    schema: request,
    values: { name: '', days: '' },
    request: ({ name, days }) => ({ name, days: days === '' ? Number.NaN : Number(days), planId }),
    rules: ({ days }) => ({ days: days === '13' && 'Not this one' }),
    send,
    failed: 'It was not sent.',
  });
  return (
    <RequestForm form={form}>
      <TextField label="Name" {...form.text('name')} />
      <TextField label="Days" {...form.text('days')} />
      <button type="submit">Send</button>
    </RequestForm>
  );
}

async function fill(name: string, days: string) {
  const user = userEvent.setup({ delay: null });
  if (name !== '') await user.type(screen.getByLabelText('Name'), name);
  if (days !== '') await user.type(screen.getByLabelText('Days'), days);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  return user;
}

describe('A form that makes a request', () => {
  it('sends what its schema makes of the fields', async () => {
    const send = vi.fn(() => Promise.resolve());
    render(<Form send={send} />);
    await fill(' Nightly ', '12');
    await waitFor(() => expect(send).toHaveBeenCalledWith({ name: 'Nightly', days: 12, planId: 'T.K1' }, undefined));
  });

  it('names every wrong field in the words of the schema, sends nothing, and leads to the first', async () => {
    const send = vi.fn(() => Promise.resolve());
    render(<Form send={send} />);
    await fill('', '');
    expect(await screen.findByText('A name is required')).toBeVisible();
    expect(await screen.findByText('Enter a number of days')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
    expect(send).not.toHaveBeenCalled();
  });

  it('has rules of its own beside the schema', async () => {
    render(<Form send={() => Promise.resolve()} />);
    await fill('', '13');
    expect(await screen.findByText('Not this one')).toBeVisible();
    expect(await screen.findByText('A name is required')).toBeVisible();
  });

  it('puts what the server says about a field at that field, and the rest above', async () => {
    const errors = [
      { field: 'days', message: 'Too many for this plan' },
      { field: 'planId', message: 'This plan is closed' },
    ];
    render(<Form send={() => Promise.reject(refused(errors))} />);
    await fill('Nightly', '12');
    expect(await screen.findByText('This plan is closed')).toBeVisible();
    expect(screen.getByLabelText('Days')).toHaveAccessibleDescription('Too many for this plan');
    await waitFor(() => expect(screen.getByLabelText('Days')).toHaveFocus());
  });

  it('says it above if the request is wrong where the form has no field', async () => {
    render(<Form planId="" send={() => Promise.resolve()} />);
    await fill('Nightly', '12');
    expect(await screen.findByRole('alert')).toHaveTextContent('A plan is required');
  });

  it('says that it was not sent if the server does not say why', async () => {
    render(<Form send={() => Promise.reject({ status: 'FETCH_ERROR' })} />);
    await fill('Nightly', '12');
    expect(await screen.findByRole('alert')).toHaveTextContent('It was not sent.');
  });
});

describe('A form with a date that may be left out', () => {
  function Until({ send }: { send: (body: object) => Promise<unknown> }) {
    const form = useRequestForm({
      of: 'until',
      schema: z.strictObject({ until: z.string().nullable() }),
      values: { until: null as string | null },
      send,
    });
    return (
      <RequestForm form={form}>
        <DateField label="Until" min="2026-01-01" max="2026-12-31" {...form.choice('until')} />
        <button type="submit">Send</button>
      </RequestForm>
    );
  }
  function open() {
    const send = vi.fn(() => Promise.resolve());
    render(<Until send={send} />);
    return { send, user: userEvent.setup({ delay: null }), field: screen.getByLabelText('Until') };
  }

  it.each([
    ['02/11', '02/11 is not a date. Write it as dd/mm/yyyy'],
    ['31/02/2026', '31/02/2026 is not a date'],
    ['01/01/2040', 'Choose a date up to 31/12/2026'],
  ])('is not sent with %s, which gets the focus and says why, whichever way it is submitted', async (text, message) => {
    const { send, user, field } = open();
    await user.type(field, `${text}{Control>}{Enter}{/Control}`);
    await waitFor(() => expect(field).toHaveAccessibleDescription(message));
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveAccessibleDescription(message);
    await user.keyboard('{Enter}');
    await user.clear(field);
    await user.type(field, '03/11/2026{Enter}');
    await waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith({ until: '2026-11-03' }, undefined));
  });

  it('is sent without one', async () => {
    const { send, user, field } = open();
    await user.type(field, '02/11');
    await user.clear(field);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith({ until: null }, undefined));
  });
});

describe('A form in a dialog', () => {
  function Reason({ close, send }: { close: () => void; send: () => Promise<unknown> }) {
    const form = useRequestForm({
      of: 'reason',
      schema: z.strictObject({ reason: z.string().min(1, 'A reason is required') }),
      values: { reason: '' },
      send,
      onDone: close,
    });
    return (
      <FormDialog title="Why?" action="Keep" form={form} onClose={close}>
        <TextField label="Reason" autoFocus {...form.text('reason')} />
      </FormDialog>
    );
  }
  function open(send = () => Promise.resolve()) {
    const close = vi.fn();
    render(<Reason close={close} send={send} />);
    return { close, user: userEvent.setup({ delay: null }), field: screen.getByLabelText('Reason') };
  }

  it('closes by Escape while nothing is typed', async () => {
    const { close, user } = open();
    await user.keyboard('{Escape}');
    expect(close).toHaveBeenCalledOnce();
  });

  it('asks by Escape once something is typed; staying is the default, keeps it, and gives the focus back', async () => {
    const send = vi.fn(() => Promise.resolve());
    const { close, user, field } = open(send);
    await user.type(field, 'Entered twice');
    await user.keyboard('{Escape}');
    const question = within(await screen.findByRole('dialog', { name: 'What you typed is not saved yet' }));
    await waitFor(() => expect(question.getByRole('button', { name: 'Stay' })).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByLabelText('Reason')).toHaveFocus());
    expect(field).toHaveValue('Entered twice');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Close without saving' }));
    expect(close).toHaveBeenCalledOnce();
    expect(send).not.toHaveBeenCalled();
  });

  it('is cancelled without a question, and submitted by Ctrl+Enter once', async () => {
    const send = vi.fn(() => Promise.resolve());
    const { close, user, field } = open(send);
    await user.type(field, 'Entered twice');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(close).toHaveBeenCalledOnce());
    expect(send).toHaveBeenCalledOnce();
    await user.type(field, '!');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(close).toHaveBeenCalledTimes(2);
  });
});
