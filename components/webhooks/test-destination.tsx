'use client'

import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { testDestinationUrl } from './test-destination-url'

type TestDestinationProps<T extends FieldValues> = { control: Control<T>; name: FieldPathByValue<T, string> }

/** Fills in the URL of the portal's own destination, which accepts every delivery. */
export function TestDestination<T extends FieldValues>({ control, name }: TestDestinationProps<T>) {
  const { field } = useController({ control, name })
  return (
    <Button variant="link" onClick={() => field.onChange(testDestinationUrl())}>
      Use the test destination
    </Button>
  )
}
