const MS_PER_SECOND = 1_000
const SECONDS_PER_MINUTE = 60
/** Minutes left at which a screen reader says so: often enough to hurry, seldom enough to read on. */
const SAID_AT = [1, 5, 10, 20]

/** `12:05` of minutes and seconds; zero once it is over. */
export function clockText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / MS_PER_SECOND))
  const [minutes, rest] = [Math.floor(seconds / SECONDS_PER_MINUTE), seconds % SECONDS_PER_MINUTE]
  return `${minutes}:${String(rest).padStart(2, '0')}`
}

/** What is said of the time left: it changes a few times in all. */
export function spokenTimeLeft(leftMs: number): string {
  if (leftMs <= 0) return 'The price has expired.'
  const minutes = leftMs / MS_PER_SECOND / SECONDS_PER_MINUTE
  const bound = SAID_AT.find((each) => minutes <= each)
  if (bound === undefined) return ''
  return `Less than ${bound} ${bound === 1 ? 'minute' : 'minutes'} left to pay.`
}
