export const OPENING_MESSAGES = {
  'not-ready': 'Something of the list is still missing.',
  'no-payee': 'Write down your UPI address first.',
  'reference-used': 'Another payment has this UTR. Enter the UTR of the ₹1 that you just sent.',
  'no-mail-server': 'No mail server is set, so no mail leaves the shop.',
  'no-backups': 'This shop makes no backups by itself.',
  'day-over': 'Pick a day that is still to come: from it on people can buy again.',
  'wrong-key': 'That is not the key of your backups.',
  'wrong-code': 'That is not the code of the mail.',
} as const;
