import type { CompanyOption } from '@superscope/contracts/lookups';
import type { OneMember } from '@superscope/contracts/member-events';
import type { Plan } from '@superscope/contracts/plan';
import { baseApi } from '../../../portal/api/base.api';

/** The inner ids of what was opened before, of the kinds that the user may ask for. */
export interface OpenedIds {
  members: string[];
  plans: string[];
  employers: { id: string; planId: string }[];
}

export interface RecentlyOpened {
  members: OneMember[];
  plans: Plan[];
  companies: CompanyOption[];
}

const findApi = baseApi.enhanceEndpoints({ addTagTypes: ['MemberEvents'] }).injectEndpoints({
  endpoints: (build) => ({
    /** What was opened before as it is called now. What is gone, or out of reach by now, is left out. */
    recentlyOpened: build.query<RecentlyOpened, OpenedIds>({
      queryFn: async (ids, _, __, ask) => {
        const answers = async <T>(requests: Parameters<typeof ask>[0][]): Promise<T[]> => {
          const answered = await Promise.all(requests.map((request) => ask(request)));
          return answered.flatMap(({ data }) => (data === undefined ? [] : [data as T]));
        };
        const planIds = [...new Set(ids.employers.map(({ planId }) => planId))];
        const [members, plans, companies] = await Promise.all([
          answers<OneMember>(ids.members.map((id) => `api/members/${encodeURIComponent(id)}`)),
          answers<Plan>(ids.plans.map((id) => `api/plan/${encodeURIComponent(id)}`)),
          answers<CompanyOption[]>(planIds.map((planId) => ({ url: 'api/companies', params: { planId } }))),
        ]);
        const isOpened = ({ id }: CompanyOption) => ids.employers.some((employer) => employer.id === id);
        return {
          data: {
            members: members.filter(({ erased }) => !erased),
            plans,
            companies: companies.flat().filter(isOpened),
          },
        };
      },
      providesTags: ['MemberEvents', 'Plans'],
    }),
  }),
});
export const { useRecentlyOpenedQuery } = findApi;
