import { expect, test } from 'vitest';
import { describeError } from './log.server.ts';

test('logs a database error without typed values', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "user_profiles_email_key"'), {
    code: '23505',
    constraint: 'user_profiles_email_key',
    detail: 'Key (email)=(asha@example.in) already exists.',
  });
  const error = Object.assign(
    new Error('Failed query: insert into user_profiles values ($1)\nparams: asha@example.in,9876543210', { cause }),
    { params: ['asha@example.in'] },
  );
  const described = JSON.stringify(describeError(error));
  expect(described).not.toMatch(/asha|98765/);
  expect(described).toMatch(/insert into user_profiles/);
  expect(described).toMatch(/23505/);
});
