/** One part of the proof: a command that ends with 0 if it holds. */
export type Stage = {
  name: StageName
  title: string
  command: readonly string[]
  /** Adds what the short form leaves out. `PROOF=long` is set for it. */
  longCommand?: readonly string[]
  /** Stages whose result it uses. */
  needs: readonly StageName[]
  /** Whether it mostly waits, for leases and blocks: it runs beside a stage that computes. */
  waits?: true
  /** Only in the long form. */
  onlyLong?: true
}

export const STAGE_NAMES = [
  'contracts',
  'typecheck',
  'lint',
  'build',
  'faults',
  'unit',
  'portal',
  'image',
  'memory',
  'deploy',
] as const
export type StageName = (typeof STAGE_NAMES)[number]

/** The stages of `npm test` and `npm run prove`, in the order in which they start. */
export const STAGES: readonly Stage[] = [
  { name: 'contracts', title: 'Contracts', command: ['tsx', 'contracts/generate.ts'], needs: [] },
  {
    name: 'faults',
    title: 'Fault runs',
    command: ['tsx', 'e2e/faults/main.ts', '--short'],
    longCommand: ['tsx', 'e2e/faults/main.ts', '--stacks', '3', '--minutes', '10'],
    needs: ['contracts'],
    waits: true,
  },
  { name: 'typecheck', title: 'Types', command: ['tsc', '--noEmit', '--checkers', '2'], needs: ['contracts'] },
  { name: 'lint', title: 'Lint and format', command: ['biome', 'check', '.'], needs: [] },
  { name: 'build', title: 'Build', command: ['tsx', 'dev/build.ts', '--for-tests'], needs: ['contracts'] },
  {
    name: 'portal',
    title: 'Browser tests',
    command: ['playwright', 'test', '--config', 'e2e/portal/playwright.config.ts'],
    needs: ['build'],
  },
  {
    name: 'unit',
    title: 'Unit and API tests',
    command: ['vitest', 'run'],
    longCommand: ['vitest', 'run', '--sequence.shuffle.files'],
    needs: ['contracts'],
  },
  {
    name: 'image',
    title: 'What the image holds',
    command: ['tsx', 'e2e/image/main.ts'],
    needs: ['build'],
    onlyLong: true,
  },
  {
    name: 'memory',
    title: 'Memory of the processes',
    command: ['tsx', 'e2e/memory/main.ts'],
    needs: ['build'],
    onlyLong: true,
  },
  {
    name: 'deploy',
    title: 'Rolling deployment',
    command: ['tsx', 'e2e/faults/main.ts', '--scenario', 'rolling'],
    needs: ['contracts'],
    onlyLong: true,
  },
]
