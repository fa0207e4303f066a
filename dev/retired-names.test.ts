import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { findIdentifiers } from './testing/identifiers'
import { allSources, isGenerated, isOfSuites, readSource } from './testing/sources'

/** Words that names no longer use, by what to write in their place. The terms are those of docs/glossary.md. */
const RETIRED: Readonly<Record<string, RegExp>> = {
  'publish, notify or report': /^(?:tells?|told|untold|tellings?)$/,
  request: /^wish(?:es|ed)?$/,
  'received, or summary': /^(?:came|story|stories)$/,
  'advance, or relay': /^(?:carry|carries|carried|carrying|carrier)$/,
  'isolate, or quarantine': /^(?:apart|aside)$/,
  'project, or rebuild': /^(?:re|un)?fold(?:s|ed|ing)?$/,
  'display, snapshot or poll': /^look(?:s|ed|ing)?$/,
  'reorged, or diverged': /^(?:rebuilt|parted)$/,
  due: /^woken$/,
  batch: /^waves?$/,
  'unmatched deposit': /^strays?$/,
  'recover, or replace': /^rescue[ds]?$/,
  expedite: /^hurr(?:y|ied)$/,
  'receive, or listener': /^(?:hear|hears|heard|hearing)$/,
  'mutation, or step': /^acts?$/,
  again: /^anew$/,
}
/** Words that names outside of tests no longer use. */
const RETIRED_OUTSIDE_TESTS: Readonly<Record<string, RegExp>> = {
  'remedy, or resolve': /^cure[ds]?$/,
  'a filter, or candidates': /^sought$/,
  'missing, or a shortfall': /^lacking$/,
  'more expensive': /^dear(?:er|est)?$/,
  'an attacker': /^(?:thief|thieves)$/,
  wake: /^nudge[drs]*$/,
  'input, expected, or what it is': /^(?:asked|said|wanted)$/,
  'failing, or refused': /^doomed$/,
  worker: /^pumps?$/,
  'wake, or a wake-up': /^(?:pok(?:e|ed|es|ing)|rung)$/,
  'a response': /^testimon(?:y|ies)$/,
  'underfunded, or insufficient funds': /^starv(?:ed|ing)$/,
  'a recipient, or a source': /^(?:givers?|takers?)$/,
}
const RETIRED_CONSTANT = /^(?:MOST|LONGEST|LARGEST)(?:_|$)/

/** Names that say what something outside the sources is called. */
const ALLOWED: Readonly<Record<string, string>> = {
  ACT_360: 'a day count of bonds',
  ACT_365: 'a day count of bonds',
  ACT_ACT: 'a day count of bonds',
  act: 'the column of proposals',
  asked: 'the column of event replays, and of wallets with a sweep rule',
  askedAt: 'the column of rate sources, and the field of approvals',
  alarmTellings: 'the table alarm_tellings',
  isFolded: 'the column of activity',
  lookedAt: 'the column of recoveries',
  toldAt: 'the column of alarm_channels',
  wave: 'the column of token_steps',
  lacking: 'the field of the answers of a signer, which may be of an earlier version',
}

/** What to write instead of a name in this file; null if the name may stay. */
function insteadOf(file: string, name: string): string | null {
  if (Object.hasOwn(ALLOWED, name)) return null
  if (RETIRED_CONSTANT.test(name)) return 'MAX_'
  const isTest = isOfSuites(file) || file.startsWith('e2e/')
  const retired = isTest ? RETIRED : { ...RETIRED, ...RETIRED_OUTSIDE_TESTS }
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  return Object.keys(retired).find((instead) => words.some((word) => retired[instead]?.test(word))) ?? null
}

/** Each name at fault, as `file: name (instead)`. */
function findRetired(file: string, source: string): string[] {
  const ids = [...source.matchAll(/\bid: '(\w+)'/g)].map(([, id = '']) => id)
  const isRetired = (name: string) => insteadOf(file, name) !== null
  const names = [basename(file).replace(/\..*$/, ''), ...ids, ...findIdentifiers(file, source, isRetired)]
  return names.filter(isRetired).map((name) => `${file}: ${name} (${insteadOf(file, name)})`)
}

test('identifiers, file names and the ids of operations and schemas use the terms of the glossary', () => {
  const files = allSources().filter((file) => !isGenerated(file))
  expect(files.length).toBeGreaterThan(3_000)
  expect(files.flatMap((file) => findRetired(file, readSource(file)))).toEqual([])
})

test('a retired name is found wherever it is one, and nowhere else', () => {
  const source = `
    import { tellProjects as publishEvents } from './told'
    /** The wish of a customer who was told. */
    const MOST_LINES = 'told', least = /told/
    type Wish = { isFoldedAnew: boolean, lookup: string, atMost: number, keepsAPart: true }
    export const Page = ({ carried }) => <aside looks="apart">came, {\`told \${carried.story}\`}</aside>
    const row = { act: 'rate', lookedAt: null }
    const schema = z.object({}).meta({ id:${' '}'PlanWish' })`
  expect(findRetired('server/wishes/rescue-form.tsx', source).map((found) => found.split(': ')[1])).toEqual([
    'rescue-form (recover, or replace)',
    'PlanWish (request)',
    'tellProjects (publish, notify or report)',
    'MOST_LINES (MAX_)',
    'Wish (request)',
    'isFoldedAnew (project, or rebuild)',
    'carried (advance, or relay)',
    'looks (display, snapshot or poll)',
    'story (received, or summary)',
  ])
  expect(findRetired('server/planted.ts', 'const pumpChain = (rung: boolean) => poke()')).toEqual([
    'server/planted.ts: pumpChain (worker)',
    'server/planted.ts: rung (wake, or a wake-up)',
    'server/planted.ts: poke (wake, or a wake-up)',
  ])
  const cures = 'const cureOf = (sought: string) => sought'
  expect(findRetired('server/planted.ts', cures)).toEqual([
    'server/planted.ts: cureOf (remedy, or resolve)',
    'server/planted.ts: sought (a filter, or candidates)',
  ])
  expect(findRetired('server/planted.test.ts', cures)).toEqual([])
  expect(findRetired('server/planted.ts', 'const isWanted = (wanted: Said) => row.asked')).toEqual([
    'server/planted.ts: isWanted (input, expected, or what it is)',
    'server/planted.ts: wanted (input, expected, or what it is)',
    'server/planted.ts: Said (input, expected, or what it is)',
  ])
})
