import { useSearchParams } from 'react-router';
import { columns, firstDirection, type Column, type Direction } from './plan-order';

/** The table's order lives in the address: a link shows the same list, and a reload keeps it. */
export function useOrder() {
  const [params, setParams] = useSearchParams();
  const column = columns.find((each) => each === params.get('sort')) ?? 'name';
  const asked = params.get('order');
  const direction: Direction = asked === 'ascending' || asked === 'descending' ? asked : firstDirection(column);
  const sortBy = (next: Column) => {
    const turned = direction === 'ascending' ? 'descending' : 'ascending';
    const order = next === column ? turned : firstDirection(next);
    setParams(
      (before) => {
        before.set('sort', next);
        before.set('order', order);
        return before;
      },
      { replace: true },
    );
  };
  return { column, direction, sortBy };
}
