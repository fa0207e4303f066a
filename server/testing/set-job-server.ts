import { inngest } from '@/inngest/client'

/**
 * Points this process to a job server: its environment, and the client, which read that when it was loaded. Answers
 * what points the client back, for the test files that follow.
 */
export function setJobServer(variables: Record<string, string>): () => void {
  const { _env: before } = inngest as unknown as { _env: NodeJS.ProcessEnv } // private, and what `setEnvVars` replaces
  Object.assign(process.env, variables)
  inngest.setEnvVars(variables)
  return () => {
    inngest.setEnvVars(Object.fromEntries(Object.keys(variables).map((name) => [name, before[name]])))
  }
}
