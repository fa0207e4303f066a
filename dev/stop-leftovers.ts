import { isOurProcess } from './process-identity'
import type { StackFacts } from './stack-file'
import { stopProcess } from './stop-process'

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
