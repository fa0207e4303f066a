/** Compares two plain decimals without a minus, exactly. Anything else is not more. */
export function isMoreThan(decimal: string, other: string): boolean {
  const [one, two] = [decimal, other].map((text) => /^(\d+)(?:\.(\d+))?$/.exec(text))
  if (!one || !two) return false
  const places = Math.max(one[2]?.length ?? 0, two[2]?.length ?? 0)
  const unitsOf = ([, whole = '', fraction = '']: RegExpExecArray) => BigInt(whole + fraction.padEnd(places, '0'))
  return unitsOf(one) > unitsOf(two)
}
