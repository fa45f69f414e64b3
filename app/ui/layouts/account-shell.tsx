import type { ReactNode } from 'react';
import { Form, href } from 'react-router';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { Tabs, type TabItem } from '#app/ui/kit/tabs.tsx';

export function AccountShell({ name, tabs, children }: { name: string; tabs: TabItem[]; children: ReactNode }) {
  return (
    <div className="wrap pb-16 lg:pb-24">
      <div className="dashboard-head">
        <p className="meta">My Dashboard</p>
        <h1>Namaste, {name}</h1>
      </div>
      <Tabs
        label="My Dashboard"
        items={tabs}
        end={
          <Form method="post" action={href('/logout')} navigate={false}>
            <FailureText toast />
            <button type="submit" className="tab">
              <Icon name="logout" small />
              Logout
            </button>
          </Form>
        }
      />
      {children}
    </div>
  );
}
