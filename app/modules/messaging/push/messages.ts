export const pushMessages = {
  badSubscription: 'This browser sent an address that we can’t use.',
  bothHours: 'Choose both hours, or none.',
  tooMany: 'You have notifications on ten devices. Turn one of them off first.',
  turnedOn: 'Notifications are on.',
  turnedOff: 'Notifications are off.',
  saved: 'Changes saved.',
  tooManyTests: 'Wait a minute before the next test.',
  testSent: 'Test sent.',
} as const;
