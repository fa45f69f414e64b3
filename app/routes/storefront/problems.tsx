import { Outlet } from 'react-router';
import { PageProblem } from '#app/page-problem.tsx';
import type { Route } from './+types/problems.ts';

/** Stands between the layout and its pages, so that header and footer stay where a page couldn't be shown. */
export default Outlet;

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <PageProblem error={error} />;
