import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { HelpedSwitch } from '../../ui/switch';
import { withheldCell } from '../analytics/result';
import { CountFigure, Figure, ShareFigure } from './figure';
import { ShareRing } from './share-ring';
import { WITHHELD_REASON, WithheldFigure } from './withheld';

const HELP = 'Only members who have engaged.';

function show() {
  render(
    <>
      <HelpedSwitch label="Engaged" help={HELP} selected={false} onChange={() => undefined} />
      <WithheldFigure reason="<11" />
      <p>Somewhere else</p>
    </>,
  );
  const user = userEvent.setup({ delay: null });
  const tap = (target: Element) => user.pointer([{ keys: '[TouchA]', target }]);
  return { user, tap };
}
const explanation = () => screen.queryByRole('tooltip');

const both = [
  ['The question mark of a switch', 'About Engaged', HELP],
  ['A figure that is withheld', /^too few members/, WITHHELD_REASON['<11']],
] as const;

// Runs first, because the library ignores pointers for a moment after a touch.
describe.each(both)('%s', (_, name, text) => {
  it('explains itself to the pointer that rests on it', async () => {
    const { user } = show();
    await user.hover(screen.getByText('Somewhere else'));
    await user.hover(screen.getByRole('button', { name }));
    expect(await screen.findByRole('tooltip')).toHaveTextContent(text);
  });
});

describe.each(both)('%s', (_, name, text) => {
  it('explains itself to a finger, until it is pressed again', async () => {
    const { tap } = show();
    const button = screen.getByRole('button', { name });
    await tap(button);
    expect(await screen.findByRole('tooltip')).toHaveTextContent(text);
    await tap(button);
    await waitFor(() => expect(explanation()).toBeNull());
  });

  it('stops when another place is touched', async () => {
    const { tap } = show();
    await tap(screen.getByRole('button', { name }));
    await screen.findByRole('tooltip');
    await tap(screen.getByText('Somewhere else'));
    await waitFor(() => expect(explanation()).toBeNull());
  });

  it('explains itself to the keyboard, until Escape', async () => {
    const { user } = show();
    while (document.activeElement !== screen.getByRole('button', { name })) await user.tab();
    expect(await screen.findByRole('tooltip')).toHaveTextContent(text);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(explanation()).toBeNull());
  });
});

it('reads <11 where it is a number of members, and too few members where a number would be a share or a score', () => {
  render(
    <>
      <p aria-label="count">
        <CountFigure count={withheldCell('<11')} />
      </p>
      <p aria-label="share">
        <ShareFigure of={withheldCell('<11')} />
      </p>
      <p aria-label="score">
        <Figure cell={withheldCell('<11')} format={(stars) => stars.toFixed(2)} />
      </p>
      <p aria-label="ring">
        <ShareRing of={withheldCell('<11')} />
      </p>
    </>,
  );
  expect(screen.getByLabelText('count')).toHaveTextContent(/^<11$/);
  for (const name of ['share', 'score', 'ring'])
    expect(screen.getByLabelText(name)).toHaveTextContent(/^too few members$/);
});
