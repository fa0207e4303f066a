'use client'

import { MonitorSmartphone } from 'lucide-react'
import Link from 'next/link'
import { signOut } from 'next-auth/react'
import { UserMenu } from '@/components/layout/user-menu'
import { paths } from '@/components/paths'
import { MenuItem } from '@/components/ui/menu-item'

type AccountMenuProps = { name: string; email: string; role: string }

/** Who is signed in, their sessions, and the way out. */
export function AccountMenu(props: AccountMenuProps) {
  async function leave() {
    await signOut({ redirect: false })
    window.location.assign(paths.signIn)
  }
  return (
    <UserMenu {...props} onSignOut={() => void leave()}>
      <MenuItem icon={<MonitorSmartphone aria-hidden />} link={<Link href={paths.sessions} />}>
        Sessions and password
      </MenuItem>
    </UserMenu>
  )
}
