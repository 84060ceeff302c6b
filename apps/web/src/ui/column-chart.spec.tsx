import { render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { WithLibrary } from '../test/chart-library';
import { ColumnChart } from './column-chart';
import { useUnfinishedParts } from './unfinished';

const Loading = () => <output>{useUnfinishedParts().loading} loading</output>;

describe('A column chart', () => {
  it('is drawn by the chart library with its months, shares and markers, and is unfinished until then', async () => {
    const series = [
      { name: 'Binding', colour: '#0F6356', values: [40, 60], texts: ['40%', '60%'] },
      { name: 'Unknown', colour: 'hatched', values: [60, null], texts: ['60%', null] },
    ];
    const marker = { month: '2020-05', label: '1', tone: 'ink' as const, names: ['Super <week>'], heading: 'Campaign' };
    render(
      <WithLibrary value>
        <ColumnChart
          label="Nominations by month"
          months={['2020-04', '2020-05']}
          series={series}
          percent
          markers={[marker]}
          height={240}
        />
        <Loading />
      </WithLibrary>,
    );
    expect(screen.getByRole('status')).toHaveTextContent('1 loading');
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('0 loading'));
    const chart = screen.getByRole('img', { name: 'Nominations by month' });
    const words = [...chart.querySelectorAll('svg tspan')].map(({ textContent }) => textContent);
    expect(words).toEqual(expect.arrayContaining(['Apr 2020', 'May 2020', '0%', '100%']));
  });
});
