import { describe, expect, it } from 'vitest';
import { openIndex } from './index-entries.js';
import { planQuery, type Sort } from './query-plan.js';
import type { Document } from './bson-codec.js';

const index = (id: number, key: Document, options: Document = {}) =>
  openIndex(id, { name: `index${id}`, key, ...options }, false);

describe('the plan of a query', () => {
  const indexes = [
    index(1, { plan: 1, surname: 1 }),
    index(2, { at: -1 }),
    index(3, { email: 1 }, { sparse: true }),
    index(4, { job: 1 }, { partialFilterExpression: { state: 'open' } }),
  ];
  const plan = (filter: Document, sort?: Sort) => {
    const { index: chosen, ranges, reverse, exact, ordered, byId } = planQuery(indexes, filter, sort);
    return { by: byId ? '_id' : (chosen?.name ?? (ranges ? 'order of _id' : 'scan')), reverse, exact, ordered };
  };

  it('uses the id regardless of other conditions', () => {
    expect(plan({ _id: 'a' })).toMatchObject({ by: '_id', exact: true });
    expect(plan({ _id: { $in: ['a', 'b'] }, plan: 'x', surname: 'y' })).toMatchObject({ by: '_id', exact: false });
    expect(plan({ _id: 'a', revision: { $lt: 3 } })).toMatchObject({ by: '_id', exact: false });
  });

  it('uses an index whose leading fields are given, and needs no test when the conditions are complete', () => {
    expect(plan({ plan: 'a' })).toMatchObject({ by: 'index1', exact: true });
    expect(plan({ plan: 'a', surname: { $gte: 'A', $lt: 'B' } })).toMatchObject({ by: 'index1', exact: true });
    expect(plan({ plan: { $in: ['a', 'b'] }, balance: 1 })).toMatchObject({ by: 'index1', exact: false });
    expect(plan({ plan: 'a', surname: /^smi/i })).toMatchObject({ by: 'index1', exact: false });
    expect(plan({ surname: 'x' })).toMatchObject({ by: 'scan', exact: false });
    expect(plan({ $and: [{ plan: 'a' }, { surname: 'b' }] })).toMatchObject({ by: 'index1', exact: true });
    expect(plan({ $or: [{ plan: 'a' }, { plan: 'b' }] })).toMatchObject({ by: 'scan', exact: false });
  });

  it('takes the order from an index where it can', () => {
    expect(plan({ plan: 'a' }, [['surname', 1]])).toMatchObject({ by: 'index1', ordered: true, reverse: false });
    expect(plan({ plan: 'a' }, [['surname', -1]])).toMatchObject({ by: 'index1', ordered: true, reverse: true });
    expect(plan({ plan: { $in: ['a', 'b'] } }, [['surname', 1]])).toMatchObject({ by: 'index1', ordered: false });
    expect(plan({ balance: 1 }, [['at', -1]])).toMatchObject({ by: 'index2', ordered: true, reverse: false });
    expect(plan({}, [['_id', -1]])).toMatchObject({ by: 'order of _id', ordered: true, reverse: true });
    expect(plan({}, [['surname', 1]])).toMatchObject({ by: 'scan', ordered: false });
  });

  it('ignores an index that may lack matching documents', () => {
    expect(plan({ email: 'a' })).toMatchObject({ by: 'index3' });
    expect(plan({ email: null })).toMatchObject({ by: 'scan' });
    expect(plan({}, [['email', 1]])).toMatchObject({ by: 'scan' });
    expect(plan({ job: 1 })).toMatchObject({ by: 'scan' });
    expect(plan({ job: 1, state: 'open' })).toMatchObject({ by: 'index4', exact: true });
  });

  it('neither counts nor sorts by an index over arrays', () => {
    const overArrays = { ...index(1, { plans: 1 }), multikey: true };
    expect(planQuery([overArrays], { plans: 'a' })).toMatchObject({ index: overArrays, exact: false });
    expect(planQuery([overArrays], { plans: 'a' }, [['plans', 1]]).ordered).toBe(false);
    // So a query with a limit ends as soon as enough is found.
    expect(planQuery([overArrays], { plans: { $regex: '^a' } }).ordered).toBe(true);
  });
});
