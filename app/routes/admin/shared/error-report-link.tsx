import { href } from 'react-router';

export const ErrorReportLink = () => (
  <a
    className="link inline-flex min-h-11 items-center text-geru"
    href={href('/admin/error-report.txt')}
    download="error-report.txt"
  >
    Download an error report
  </a>
);
