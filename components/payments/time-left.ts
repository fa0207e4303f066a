const MS_PER_SECOND = 1_000
const SECONDS_PER_MINUTE = 60
/** The minutes left at which a screen reader announces the time: often enough to hurry, seldom enough to read on. */
const SPOKEN_AT = [1, 5, 10, 20]

/** `12:05` of minutes and seconds; zero once it is over. */
export function clockText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / MS_PER_SECOND))
  const [minutes, rest] = [Math.floor(seconds / SECONDS_PER_MINUTE), seconds % SECONDS_PER_MINUTE]
  return `${minutes}:${String(rest).padStart(2, '0')}`
}

/** The time left, as screen readers announce it: the text changes only a few times in all. */
export function spokenTimeLeft(leftMs: number): string {
  if (leftMs <= 0) return 'The price has expired.'
  const minutes = leftMs / MS_PER_SECOND / SECONDS_PER_MINUTE
  const bound = SPOKEN_AT.find((each) => minutes <= each)
  if (bound === undefined) return ''
  return `Less than ${bound} ${bound === 1 ? 'minute' : 'minutes'} left to pay.`
}
