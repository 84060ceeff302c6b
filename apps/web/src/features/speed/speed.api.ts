import type { Speed, SpeedPeriod } from '@superscope/contracts/speed';
import { baseApi } from '../../portal/api/base.api';

const speedApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    speed: build.query<Speed, SpeedPeriod>({ query: (period) => ({ url: 'api/speed', params: { period } }) }),
  }),
});
export const { useSpeedQuery } = speedApi;
