export function heading(text: string): void {
  say(`\n${text}`)
}

/** Ends the tour where it does not hold. */
export function check(holds: boolean, what: string, quietWhenRight = false): void {
  if (!holds) fail(`Not as it should be: ${what}.`)
  if (!quietWhenRight) say(`   ok: ${what}`)
}

export function say(text: string): void {
  console.log(text)
}

export function fail(text: string): never {
  console.error(`\n${text}`)
  process.exit(1)
}
