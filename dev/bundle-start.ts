import { generateContracts } from '../contracts/generate'
import { bundlePrograms } from './bundle-programs'

/**
 * Bundles what `npm start` runs. Answers the file for `node <file>`: a process that runs for days keeps neither a
 * compiler nor the source of each module.
 */
export async function bundleStart(): Promise<string> {
  // The bundle puts contracts on chains: they must be those of the sources.
  generateContracts()
  const { start } = await bundlePrograms({
    start: 'dev/start.ts',
    // The former starts it, and finds it by its name.
    'prepare-database': 'dev/prepare-database-main.ts',
  })
  return start
}

if (process.argv[1] === import.meta.filename) console.log(await bundleStart())
