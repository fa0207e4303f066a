import type { Control } from 'react-hook-form'
import { TextField } from '@/components/form/text-field'
import { EndpointEventsField } from './endpoint-events-field'
import type { EndpointForm } from './endpoint-form'
import { TestDestination } from './test-destination'

/** The URL of an endpoint, its events and its description. */
export function EndpointFields({ control }: { control: Control<EndpointForm> }) {
  return (
    <>
      <TextField
        control={control}
        name="url"
        label="URL"
        inputMode="url"
        autoComplete="off"
        placeholder="https://example.com/hooks/slipway"
        hint={
          <>
            It must return a 2xx status within ten seconds. <TestDestination control={control} name="url" />
          </>
        }
      />
      <EndpointEventsField control={control} />
      <TextField control={control} name="description" label="Description" optional autoComplete="off" />
    </>
  )
}
