import { Outlet } from 'react-router';
import { PageProblem } from '#app/page-problem.tsx';
import type { Route } from './+types/problems.ts';

/** This route's error boundary is between layout and pages, so that header and footer stay. */
export default Outlet;

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <PageProblem error={error} />;
