const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Nov 21` of an ISO date or time; in UTC, identical on server and client. */
export function formatMonthDay(iso: string): string {
  return `${MONTHS[Number(iso.slice(5, 7)) - 1]} ${Number(iso.slice(8, 10))}`
}

/** `Dec 30, 2026`: the only form in which people read a day. Files, filters and the API have `2026-12-30`. */
export function formatDay(day: Date | string): string {
  const iso = typeof day === 'string' ? day : day.toISOString()
  return `${formatMonthDay(iso)}, ${iso.slice(0, 4)}`
}
