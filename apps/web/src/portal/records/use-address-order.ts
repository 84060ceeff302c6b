import { useSearchParams } from 'react-router';
import type { Direction, Order } from '../../ui/data-table';

/**
 * The order of a table, kept in the address: a link shows the same list, and a reload keeps it. `heads` are the headings of the columns by
 * their names in the address; the first is sorted by, from A, while the address names none.
 */
export function useAddressOrder(heads: Readonly<Record<string, string>>) {
  const [params, setParams] = useSearchParams();
  const first = Object.keys(heads)[0]!;
  const asked = params.get('sort') ?? '';
  const name = asked in heads ? asked : first;
  const turned = params.get('order');
  const isTurned = turned === 'ascending' || turned === 'descending';
  const direction: Direction = isTurned ? turned : name === first ? 'ascending' : 'descending';
  const onOrder = (order: Order) =>
    setParams(
      (before) => {
        before.set('sort', Object.keys(heads).find((each) => heads[each] === order.head) ?? first);
        before.set('order', order.direction);
        return before;
      },
      { replace: true },
    );
  return { order: { head: heads[name]!, direction }, onOrder };
}
