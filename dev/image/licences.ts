/** Licences that ask for no more than their text beside the program. A new one is read before it is added. */
const ALLOWED_LICENCES: readonly string[] = [
  '(Apache-2.0 AND BSD-3-Clause)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'SIL OPEN FONT LICENSE',
  'Unlicense',
]

/** Licences of packages whose manifest names none, as their licence file says. */
const READ_BY_HAND: Record<string, string | undefined> = {
  'png-js': 'MIT',
}

type Manifest = { name: string; license?: unknown; licenses?: unknown }

/** The licence that a package is under. Throws if it is none of those above. */
export function licenceOf({ name, license, licenses }: Manifest): string {
  const [first]: unknown[] = Array.isArray(licenses) ? licenses : []
  const licence = [license, first, READ_BY_HAND[name]].map(typeOf).find((one) => one !== null)
  if (!licence) throw new Error(`${name} names no licence: read its text, then name it in dev/image/licences.ts.`)
  if (!ALLOWED_LICENCES.includes(licence))
    throw new Error(`${name} is under ${licence}: replace it, or allow that licence.`)
  return licence
}

/** `"MIT"`, or as old manifests have it `{ "type": "MIT" }`. */
function typeOf(licence: unknown): string | null {
  if (typeof licence === 'string') return licence
  if (typeof licence !== 'object' || licence === null || !('type' in licence)) return null
  return typeof licence.type === 'string' ? licence.type : null
}
