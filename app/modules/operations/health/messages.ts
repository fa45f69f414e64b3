export const OPENING_MESSAGES = {
  'not-ready': 'Complete every item on the list first.',
  'no-payee': 'Add your UPI address first.',
  'reference-used': 'Another payment has this UTR. Enter the UTR of the ₹1 you just sent.',
  'no-mail-server': 'Email isn’t set up yet, so the shop can’t send any.',
  'no-backups': 'Automatic backups are not set up.',
  'day-over': 'Choose a future date. Customers can order again from that day.',
  'wrong-key': 'This is not your backup key. Check it and try again.',
  'wrong-code': 'This is not the code from the email. Check it and try again.',
} as const;
