/** The property that a utility sets, if the name of the utility alone does not determine it. */
const PROPERTIES: readonly [property: string, utilities: RegExp][] = [
  ['display', /^(block|inline|inline-block|flex|inline-flex|grid|contents|hidden|table|table-cell)$/],
  ['visibility', /^(visible|invisible|collapse)$/],
  ['position', /^(static|fixed|absolute|relative|sticky)$/],
  ['screen-readers', /^(not-)?sr-only$/],
  ['decoration', /^(no-)?underline$/],
  ['case', /^(uppercase|lowercase|capitalize)$/],
  ['flow', /^flex-(row|col)$/],
  ['flex', /^flex-(1|auto|none)$/],
  ['flex-wrap', /^flex-(no)?wrap$/],
  ['family', /^font-(mono|sans)$/],
  ['text-align', /^text-(left|center|right)$/],
  ['balance', /^text-(balance|pretty|nowrap)$/],
  ['size-of-text', /^text-(xs|sm|base|lg|\d?xl|\[.*\])$/],
  ['table-borders', /^border-(collapse|separate)$/],
  ['border-style', /^border-(dashed|solid|none)$/],
  ['border', /^border(-\d)?$/],
  ['border-x', /^border-x(-\d)?$/],
  ['border-y', /^border-y(-\d)?$/],
  ['border-t', /^border-t(-\d)?$/],
  ['border-r', /^border-r(-\d)?$/],
  ['border-b', /^border-b(-\d)?$/],
  ['border-l', /^border-l(-\d)?$/],
  ['rounded-t', /^rounded-t$/],
  ['rounded-b', /^rounded-b$/],
  ['outline-style', /^outline-none$/],
  ['outline', /^outline-\d$/],
  ['ring', /^ring-\d$/],
  // The rest of such a name is one value, including dashes: a colour, or a word such as `not-allowed`.
  ['', /^(bg|text|border|fill|stroke|ring|font|flex|cursor|touch|whitespace|outline(?!-offset))-/],
]

/** The parts of a property that spans several: setting it sets them too. */
const PARTS: Readonly<Record<string, string>> = {
  p: 'px py pt pr pb pl',
  px: 'pr pl',
  py: 'pt pb',
  m: 'mx my mt mr mb ml ms',
  mx: 'mr ml ms',
  my: 'mt mb',
  size: 'w h',
  inset: 'inset-x inset-y top right bottom left',
  'inset-x': 'right left',
  'inset-y': 'top bottom',
  gap: 'gap-x gap-y',
  overflow: 'overflow-x overflow-y',
  border: 'border-x border-y border-t border-r border-b border-l',
  'border-x': 'border-r border-l',
  'border-y': 'border-t border-b',
  rounded: 'rounded-t rounded-b',
  flex: 'basis grow shrink',
  'size-of-text': 'leading',
  'line-clamp': 'display overflow',
}

type Sets = { property: string; variants: string }

const cache = new Map<string, Sets>()

/**
 * Joins class names; if two set the same property under the same variants, the later one wins. It covers the utilities
 * of this portal as `tailwind-merge` covers all of Tailwind's, at a tenth of the weight: every page loads it.
 */
export function mergeClasses(classes: string): string {
  const set = new Set<string>()
  const merged: string[] = []
  for (const name of classes.split(/\s+/).reverse()) {
    const { property, variants } = setsOf(name)
    if (name === '' || set.has(variants + property)) continue
    for (const part of [property, ...(PARTS[property]?.split(' ') ?? [])]) set.add(variants + part)
    merged.push(name)
  }
  return merged.reverse().join(' ')
}

function setsOf(name: string): Sets {
  const found = cache.get(name) ?? readSets(name)
  cache.set(name, found)
  return found
}

function readSets(name: string): Sets {
  // The last colon outside brackets ends the variants: `[&_svg:not(.icon)]:size-4`.
  const [, before = '', rest = name] = /^((?:(?:\[[^\]]*\]|\([^)]*\)|[^:[(])*:)*)(.*)$/.exec(name) ?? []
  const variants = rest.endsWith('!') ? `!${before}` : before
  return { property: propertyOf(rest.replace(/^-|!$/g, '')), variants }
}

function propertyOf(utility: string): string {
  for (const [property, utilities] of PROPERTIES) {
    const fits = utilities.exec(utility)
    if (fits) return property || `${fits[1]} value`
  }
  // `min-w-0` sets `min-w`.
  return utility.replace(/-(?:[^-[(]*|[[(].*[\])])$/, '')
}
