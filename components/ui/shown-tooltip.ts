const DELAY_MS = 300
/** Within this time after a tooltip the next one is shown at once. */
const NEXT_MS = 400

let closeShown = () => {}
let lastClosedAt = 0

/** The time that a pointer must rest on a trigger. */
export function tooltipDelay(): number {
  return Date.now() - lastClosedAt < NEXT_MS ? 0 : DELAY_MS
}

/** A page shows one tooltip. `close` closes the one that is about to be shown. */
export function closeOtherTooltips(close: () => void): void {
  closeShown()
  closeShown = close
}

/** Called when a shown tooltip is removed. */
export function noteTooltipClosed(): void {
  lastClosedAt = Date.now()
}
