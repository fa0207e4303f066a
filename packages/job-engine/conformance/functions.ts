import type { Inngest } from 'inngest'
import { createEventFunctions } from './event-functions'
import { createFlowFunctions } from './flow-functions'
import type { Journal } from './journal'
import { createStepFunctions } from './step-functions'

/** One function for each feature a job service must have. They know nothing of the engine that runs them. */
export function createFunctions(client: Inngest.Any, journal: Journal) {
  return [
    ...createStepFunctions(client, journal),
    ...createEventFunctions(client, journal),
    ...createFlowFunctions(client, journal),
  ]
}
