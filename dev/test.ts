import { spawnSync } from 'node:child_process'

/** The stages of `npm test`, in order. Names can be given to run only some: `npm test -- lint unit`. */
const STAGES: Record<string, { title: string; command: string[] }> = {
  contracts: { title: 'Contracts', command: ['tsx', 'contracts/generate.ts'] },
  typecheck: { title: 'Types', command: ['tsc', '--noEmit'] },
  lint: { title: 'Lint and format', command: ['biome', 'check', '.'] },
  build: { title: 'Build', command: ['tsx', 'dev/build.ts'] },
  unit: { title: 'Unit and API tests', command: ['vitest', 'run'] },
  faults: { title: 'Fault runs', command: ['tsx', 'e2e/faults/main.ts', '--short'] },
  portal: {
    title: 'Browser tests',
    command: ['playwright', 'test', '--config', 'e2e/portal/playwright.config.ts'],
  },
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !STAGES[name])
if (unknown) {
  console.error(`${unknown} is not a stage: choose from ${Object.keys(STAGES).join(', ')}.`)
  process.exit(2)
}

const done: string[] = []
const startedAt = Date.now()
for (const [name, { title, command }] of Object.entries(STAGES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n=== ${title} (${command.join(' ')})`)
  const stageAt = Date.now()
  // npm puts node_modules/.bin on the path; npx would ask the network for what is missing.
  const { status, signal } = spawnSync(command[0] ?? '', command.slice(1), { stdio: 'inherit' })
  const took = `${((Date.now() - stageAt) / 1000).toFixed(1)} s`
  if (status !== 0) {
    console.error(
      `\n${title} failed after ${took} (${signal ?? `exit code ${status}`}). Again alone: npm test -- ${name}`,
    )
    process.exit(status || 1)
  }
  done.push(`  ${title.padEnd(28)} ${took.padStart(9)}`)
}
console.log(`\nAll green in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n${done.join('\n')}`)
