import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { bundleFile } from './build'
import { chainPartName, chainStateFile, LOCAL_CHAINS } from './local-chains'
import { LOCAL_CLUSTERS } from './local-clusters'
import { isOurProcess } from './process-identity'
import { readPids, removeStackFacts, type StackFacts } from './stack-file'
import type { StackOptions } from './stack-options'
import { stopProcess } from './stop-process'

/** After a start that was killed together with its guard: stops what still runs, and puts its logs aside. */
export async function clearLeftovers({ home, root }: StackOptions, say: (text: string) => void): Promise<void> {
  const chainIds = [...LOCAL_CHAINS, ...LOCAL_CLUSTERS].map(({ chainId }) => chainId)
  const marks: Record<string, string> = { engine: bundleFile(root, 'engine'), app: bundleFile(root, 'front') }
  for (const chainId of chainIds) marks[chainPartName(chainId)] = chainStateFile(home, chainId)
  const stopped = await stopLeftovers({ pids: readPids(home) }, marks)
  if (stopped.length > 0) say(`Stopped what an earlier start left behind: ${stopped.join(', ')}`)
  removeStackFacts(home)
  for (const name of ['postgres', 'engine', 'app', ...chainIds.map(chainPartName)]) {
    const log = join(home, 'logs', `${name}.log`)
    if (existsSync(log)) renameSync(log, `${log}.old`)
  }
}

/**
 * Stops parts that outlived a killed stack. A pid counts only while its command line still holds the part's own path.
 */
export async function stopLeftovers(facts: Pick<StackFacts, 'pids'>, marks: Record<string, string>): Promise<string[]> {
  const stopped: string[] = []
  for (const [name, pid] of Object.entries(facts.pids)) {
    const mark = marks[name]
    if (!mark || !isOurProcess(pid, [mark])) continue
    await stopProcess(pid)
    stopped.push(name)
  }
  return stopped
}
