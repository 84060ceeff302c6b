import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Lookup, type Found } from './lookup';

const plans = [
  { id: 'K1', name: 'Kestrel Freight' },
  { id: 'K2', name: 'Kestrel Legal' },
];

function open(found: Found) {
  const onChoose = vi.fn();
  const onLeave = vi.fn();
  function Field() {
    const [text, setText] = useState('');
    return (
      <Lookup
        label="Plan"
        placeholder="Type"
        text={text}
        onText={setText}
        found={text === '' ? 'idle' : found}
        chosen="K2"
        onChoose={onChoose}
        onLeave={onLeave}
      />
    );
  }
  render(
    <>
      <Field />
      <button type="button">Next</button>
    </>,
  );
  return {
    user: userEvent.setup({ delay: null }),
    field: screen.getByRole('combobox', { name: 'Plan' }),
    onChoose,
    onLeave,
  };
}

describe('A field that finds by typing', () => {
  it.each<[Found, string]>([
    ['searching', 'Searching…'],
    [[], 'No results'],
    ['failed', 'The search did not work. Type on to try again.'],
  ])('says how it went: %s', async (found, sentence) => {
    const { user, field } = open(found);
    await user.type(field, 'kes');
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('is closed until the user types', async () => {
    const { user, field } = open(plans);
    await user.click(field);
    expect(field).toHaveAttribute('aria-expanded', 'false');
    await user.type(field, 'kes');
    expect(await screen.findAllByRole('option')).toHaveLength(2);
    expect(screen.getByRole('img', { name: 'Chosen' })).toBeInTheDocument();
  });

  it('shows in bold what was typed, as the name writes it', async () => {
    const { user, field } = open([{ id: 'M1', name: 'D\u2019Arcy, Zoe\u0308' }]);
    await user.type(field, "d'arcy zo\u00eb");
    expect((await screen.findByText('D\u2019Arcy, Zoe\u0308')).tagName).toBe('B');
  });

  it('highlights the first option, and chooses it with Enter', async () => {
    const { user, field, onChoose } = open(plans);
    await user.type(field, 'kes');
    expect(await screen.findByRole('option', { name: /Freight/ })).toHaveAttribute('data-focused', 'true');
    await user.keyboard('{Enter}');
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(plans[0]);
  });

  it('moves through the list with the arrow keys, wrapping around', async () => {
    const { user, field, onChoose } = open(plans);
    await user.type(field, 'kes{ArrowDown}');
    expect(field).toHaveAttribute('aria-activedescendant', screen.getAllByRole('option')[1]!.id);
    await user.keyboard('{ArrowDown}');
    expect(field).toHaveAttribute('aria-activedescendant', screen.getAllByRole('option')[0]!.id);
    await user.keyboard('{ArrowUp}{Enter}');
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(plans[1]);
  });

  it('chooses the pressed option', async () => {
    const { user, field, onChoose } = open(plans);
    await user.type(field, 'kes');
    await user.click(await screen.findByRole('option', { name: /Legal/ }));
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(plans[1]);
  });

  it('closes with Escape, then is cleared, then is left', async () => {
    const { user, field, onChoose, onLeave } = open(plans);
    await user.type(field, 'kes{Escape}');
    expect(screen.queryByRole('option')).toBeNull();
    expect(field).toHaveValue('kes');
    await user.keyboard('{Escape}');
    expect(field).toHaveValue('');
    expect(onLeave).not.toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(onLeave).toHaveBeenCalledOnce();
    expect(onChoose).not.toHaveBeenCalled();
  });

  it('is left without a choice by a press outside', async () => {
    const { user, field, onChoose, onLeave } = open(plans);
    await user.type(field, 'kes');
    await user.click(screen.getByText('Next'));
    expect(onLeave).toHaveBeenCalled();
    expect(onChoose).not.toHaveBeenCalled();
  });
});
