// The fund's days, months and times for the web, which does not import the domain.
export { isIsoDate, sydneyDate, sydneyTime } from '@superscope/domain/calendar-dates';
