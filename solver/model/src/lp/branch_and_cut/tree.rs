//! The nodes that are open. They are taken depth first: the next program then is close to the last one, and few nodes are open.

/// The values of the candidates that a node fixes.
#[derive(Clone, Debug)]
pub(crate) struct Fixed(Box<[Option<bool>]>);

impl Fixed {
    /// Nothing is fixed.
    pub fn nothing(candidates: usize) -> Self {
        Self(vec![None; candidates].into())
    }

    pub fn values(&self) -> impl Iterator<Item = Option<bool>> + '_ {
        self.0.iter().copied()
    }

    /// The candidates that are not fixed.
    pub fn free(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().filter(|(_, value)| value.is_none()).map(|(i, _)| i)
    }

    pub fn fix(&mut self, candidate: usize, value: bool) {
        self.0[candidate] = Some(value);
    }

    /// All values, if all candidates are fixed.
    pub fn all(&self) -> Option<Vec<bool>> {
        self.0.iter().copied().collect()
    }
}

/// The branching that led to a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Branched {
    pub candidate: usize,
    pub value: bool,
    /// By how much the candidate's value changed.
    pub change: f64,
    /// The bound before, as a number.
    pub before: f64,
}

/// A node.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub fixed: Fixed,
    /// Of the variables that may be absent, whether they are 0 in all solutions of interest.
    pub absent: Box<[bool]>,
    /// No solution in it has a larger objective.
    pub bound: i64,
    pub branched: Option<Branched>,
}

/// The open nodes.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    open: Vec<Node>,
}

impl Tree {
    /// The root alone.
    pub fn new(candidates: usize, others: usize) -> Self {
        let absent = vec![false; others].into();
        Self { open: vec![Node { fixed: Fixed::nothing(candidates), absent, bound: i64::MAX, branched: None }] }
    }

    /// The node to look at next.
    pub fn pop(&mut self) -> Option<Node> {
        self.open.pop()
    }

    /// Opens a node, which is looked at before the nodes that are open already.
    pub fn push(&mut self, node: Node) {
        self.open.push(node);
    }

    pub fn len(&self) -> usize {
        self.open.len()
    }

    /// The largest bound of the open nodes; `None` if there are none.
    pub fn bound(&self) -> Option<i64> {
        self.open.iter().map(|node| node.bound).max()
    }
}
