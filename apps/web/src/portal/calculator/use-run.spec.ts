import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useRun } from './use-run';

it('shows the newest run, whichever answer comes last', async () => {
  const answers: ((result: string) => void)[] = [];
  const send = () => ({ unwrap: () => new Promise<string>((resolve) => void answers.push(resolve)) });
  const { result } = renderHook(() => useRun<{ of: string }, string, string>(send));
  act(() => result.current.start({ of: 'first' }, 'first'));
  act(() => result.current.start({ of: 'second' }, 'second'));
  act(() => answers[1]!('of the second'));
  await waitFor(() => expect(result.current.run).toEqual({ of: 'second', result: 'of the second' }));
  await act(async () => {
    answers[0]!('of the first');
    await Promise.resolve();
  });
  expect(result.current.run?.of).toBe('second');
});
