import type { Me } from '#shared/users.ts'
import { AddressCard } from './address-card.tsx'
import { MeForm } from './me-form.tsx'
import { MyData } from './my-data.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { PasswordCard } from './password-card.tsx'
import { Removal } from './removal.tsx'
import { SignIns } from './sign-ins.tsx'

export function MyProfile({ me }: { me: Me }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="min-w-0 space-y-6">
        <MeForm me={me} />
        <SignIns />
      </div>
      <div className="min-w-0 space-y-6">
        <PasswordCard me={me} />
        <AddressCard me={me} />
        <NotificationSettings />
        <MyData />
        <Removal me={me} />
      </div>
    </div>
  )
}
