const BROWSERS = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
] as const

const SYSTEMS = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const

/** "Chrome on macOS": enough to recognize a session by. */
export function describeUserAgent(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser'
  const browser = BROWSERS.find(([, mark]) => mark.test(userAgent))?.[0] ?? 'Unknown browser'
  const system = SYSTEMS.find(([, mark]) => mark.test(userAgent))?.[0]
  return system ? `${browser} on ${system}` : browser
}
