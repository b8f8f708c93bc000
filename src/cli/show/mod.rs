//! What several commands show: answers, pictures, repairs.

pub(super) mod answer;
pub(super) mod drawing;
pub(super) mod repairs;
pub(super) mod solution_picture;
pub(super) mod target;
